"""URL ACCESS_KEY SECRET_KEY: what an S3 store must answer to botocore, with signature version 2 and 4."""

import base64
import hashlib
import sys
import urllib.error
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

URL, ACCESS_KEY, SECRET_KEY = sys.argv[1:]


def client_of(version):
    config = Config(signature_version=version, s3={"addressing_style": "path"}, retries={"total_max_attempts": 1})
    return boto3.client(
        "s3",
        endpoint_url=URL,
        region_name="us-east-1",
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
        config=config,
    )


def refusal(call, **arguments):
    try:
        call(**arguments)
    except ClientError as error:
        return error.response["ResponseMetadata"]["HTTPStatusCode"], error.response["Error"]["Code"]
    return "not refused"


def same(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} instead of {expected!r}")


def fetch(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read()


def bucket_requests(client, bucket):
    same(bucket in [each["Name"] for each in client.list_buckets()["Buckets"]], False)
    client.create_bucket(Bucket=bucket)
    client.head_bucket(Bucket=bucket)
    client.put_object(Bucket=bucket, Key="a b/ü+%", Body=b"content")
    same([each["Key"] for each in client.list_objects(Bucket=bucket, Prefix="a")["Contents"]], ["a b/ü+%"])
    same(client.list_objects_v2(Bucket=bucket)["KeyCount"], 1)
    same(len(client.list_object_versions(Bucket=bucket)["Versions"]), 1)
    same(client.get_bucket_location(Bucket=bucket)["LocationConstraint"] or "", "")
    client.put_bucket_acl(Bucket=bucket, ACL="private")
    same(len(client.get_bucket_acl(Bucket=bucket)["Grants"]), 1)
    same("Uploads" in client.list_multipart_uploads(Bucket=bucket), False)
    same(client.get_bucket_versioning(Bucket=bucket).get("Status"), None)
    url = client.generate_presigned_url("list_objects", Params={"Bucket": bucket})
    same(b"<Key>a%20b/" in fetch(url), True)
    parameters = {"Bucket": bucket, "Key": "a b/ü+%", "ResponseContentType": "text/x"}
    same(fetch(client.generate_presigned_url("get_object", Params=parameters)), b"content")
    try:
        fetch(url.replace("Signature=", "Signature=x"))
        raise AssertionError("a wrong signature was accepted")
    except urllib.error.HTTPError as error:
        same(error.code, 403)


def pages_of_buckets(client, bucket):
    client.create_bucket(Bucket=f"{bucket}-2")
    page = client.list_buckets(MaxBuckets=1, Prefix=bucket)
    same([each["Name"] for each in page["Buckets"]], [bucket])
    rest = client.list_buckets(MaxBuckets=1, Prefix=bucket, ContinuationToken=page["ContinuationToken"])
    same([each["Name"] for each in rest["Buckets"]], [f"{bucket}-2"])
    same("ContinuationToken" in rest, False)
    client.delete_bucket(Bucket=f"{bucket}-2")


def conditional_deletes(client, bucket):
    for key in ("kept", "gone", "version"):
        client.put_object(Bucket=bucket, Key=key, Body=b"content")
    etag = client.head_object(Bucket=bucket, Key="gone")["ETag"]
    objects = [
        {"Key": "kept", "ETag": '"00000000000000000000000000000000"'},
        {"Key": "gone", "ETag": etag},
        {"Key": "version", "VersionId": "3HL4kqtJlcpXroDTDmJ"},
    ]
    answer = client.delete_objects(Bucket=bucket, Delete={"Objects": objects})
    same([each["Key"] for each in answer["Deleted"]], ["gone"])
    same(sorted((each["Key"], each["Code"]) for each in answer["Errors"]), [("kept", "PreconditionFailed"), ("version", "NoSuchVersion")])
    same(refusal(client.delete_object, Bucket=bucket, Key="kept", IfMatch='"x"'), (412, "PreconditionFailed"))
    client.delete_object(Bucket=bucket, Key="kept", IfMatch=etag)
    client.delete_object(Bucket=bucket, Key="version")


def upload_in_parts(client, bucket):
    bodies = [b"a" * 5 * 1024 * 1024, b"b" * 1000]
    upload = {"Bucket": bucket, "Key": "parts"}
    upload["UploadId"] = client.create_multipart_upload(**upload, ChecksumAlgorithm="SHA256")["UploadId"]
    parts = []
    for number, body in enumerate(bodies, 1):
        answer = client.upload_part(**upload, PartNumber=number, Body=body, ChecksumAlgorithm="SHA256")
        parts.append({"PartNumber": number, "ETag": answer["ETag"], "ChecksumSHA256": answer["ChecksumSHA256"]})
    answers = [client.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts}) for _ in range(2)]
    same(answers[0]["ETag"], answers[1]["ETag"])
    digest = hashlib.sha256(b"".join(hashlib.sha256(body).digest() for body in bodies)).digest()
    same(answers[1]["ChecksumSHA256"], f"{base64.b64encode(digest).decode()}-2")
    same(answers[1]["ChecksumType"], "COMPOSITE")
    part = client.get_object(Bucket=bucket, Key="parts", PartNumber=2, ChecksumMode="ENABLED")
    same((part["PartsCount"], part["ChecksumSHA256"]), (2, parts[1]["ChecksumSHA256"]))
    same(part["Body"].read(), bodies[1])
    same(refusal(client.get_object, Bucket=bucket, Key="parts", PartNumber=3), (416, "InvalidPartNumber"))
    names = ["ETag", "Checksum", "ObjectParts", "ObjectSize"]
    attributes = client.get_object_attributes(Bucket=bucket, Key="parts", ObjectAttributes=names)
    same(attributes["ObjectSize"], sum(map(len, bodies)))
    same(attributes["ObjectParts"]["TotalPartsCount"], 2)
    same([each["Size"] for each in attributes["ObjectParts"]["Parts"]], [len(body) for body in bodies])
    client.delete_object(Bucket=bucket, Key="parts")


def cors(client, bucket):
    same(refusal(client.get_bucket_cors, Bucket=bucket), (404, "NoSuchCORSConfiguration"))
    rules = [{"AllowedMethods": ["GET", "PUT"], "AllowedOrigins": ["*.get", "*.put"]}]
    client.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": rules})
    same(client.get_bucket_cors(Bucket=bucket)["CORSRules"], rules)
    client.delete_bucket_cors(Bucket=bucket)


for version in ("s3", "s3v4"):
    s3 = client_of(version)
    name = f"botocore-{version}"
    for check in (bucket_requests, pages_of_buckets, conditional_deletes, upload_in_parts, cors):
        check(s3, name)
        print(f"ok {version} {check.__name__}")
    s3.delete_objects(Bucket=name, Delete={"Objects": [{"Key": "a b/ü+%"}]})
    s3.delete_bucket(Bucket=name)
